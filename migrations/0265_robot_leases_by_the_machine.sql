-- Until when a robot has to bring a page is the machine's time now; what was noted by the world's clock may lie far ahead of it.
update subscription_source set robot_until = null where robot_until is not null;
