std::vector<int> only_from_the_precompiled_header;
